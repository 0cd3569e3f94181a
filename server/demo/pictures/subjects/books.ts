import { emoji, flat, floor, type Subject } from '../subject.ts'

export const books: Record<string, Subject> = {
  books: floor(80, emoji('1f4da'), [emoji('1f453')]),
  novel: floor(190, emoji('1f4d5'), [emoji('2615')]),
  textbook: floor(60, emoji('1f4d8'), [emoji('270f-fe0f')]),
  'textbook-green': floor(300, emoji('1f4d7'), [emoji('1f393')]),
  'textbook-orange': floor(220, emoji('1f4d9'), [emoji('1f4d0')]),
  'open-book': floor(90, emoji('1f4d6'), [emoji('1f393')]),
  notebook: flat(160, emoji('1f4d3'), [emoji('1f58a-fe0f')]),
  law: floor(75, emoji('2696-fe0f'), [emoji('1f4d5')]),
  medicine: floor(200, emoji('1fa7a'), [emoji('1f4d7')]),
  science: floor(130, emoji('1f52c'), [emoji('1f4d8')]),
}
