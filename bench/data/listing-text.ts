import type { Random } from '#server/demo/random.ts'
import { type Draw, weighted, zipf } from './draw.ts'
import { generalWords } from './general-words.ts'
import { categories, type Goods } from './goods.ts'
import type { Lexicon, Phrase } from './lexicon.ts'

const qualities =
  'clean|neat|brand new|UK used|fairly used|original|foreign used|tokunbo|sharp|quality|affordable|sealed|super clean|direct|nigerian used|cheap|luxury|strong'.split(
    '|',
  )
const openings = ['for sale in', 'available in', 'is available now at', 'up for grabs in', 'pickup at']

/** The goods of a category, with draws that make some common and some rare. */
interface Shelf {
  goods: Goods
  drawKind: Draw
  kinds: { median: number; name: Phrase; variants: Phrase[]; drawVariant: Draw }[]
  extras: Phrase[]
  drawExtra: Draw
  words: Phrase[]
  drawWord: Draw
}

/** A thing to sell: the words of its title in order; the first ones (`named`) are its name. */
interface Thing {
  category: Goods
  median: number
  title: Phrase[]
  name: Phrase[]
}

export interface ListingTexts {
  drawThing(random: Random): Thing
  /** A description of 30 to 300 words, each passed to `add`; line breaks in COPY's notation. */
  describe(random: Random, thing: Thing, place: Phrase, add: (phrase: Phrase) => void): string
}

/** Adds all phrases of titles and descriptions to the lexicon. */
export function createListingTexts(lexicon: Lexicon, random: Random): ListingTexts {
  const general = generalWords(random).map(lexicon.phrase)
  const drawGeneral = zipf(general.length, 2.7, 1.08)
  const shelves = categories.map((goods): Shelf => {
    const kinds = goods.kinds.map(({ name, variants, median }) => ({
      median,
      name: lexicon.phrase(name),
      variants: variants.map(lexicon.phrase),
      drawVariant: zipf(variants.length, 0.5),
    }))
    return {
      goods,
      kinds,
      drawKind: zipf(kinds.length, 0.5),
      extras: goods.extras.map(lexicon.phrase),
      drawExtra: zipf(goods.extras.length, 1),
      words: goods.words.map(lexicon.phrase),
      drawWord: zipf(goods.words.length, 3),
    }
  })
  const drawShelf = weighted(categories.map(({ weight }) => weight))
  const shelfOf = new Map(shelves.map((shelf) => [shelf.goods, shelf]))
  const qualityPhrases = qualities.map(lexicon.phrase)
  const drawQuality = zipf(qualities.length, 1)
  const openingPhrases = openings.map(lexicon.phrase)

  return {
    drawThing(random) {
      const shelf = shelves[drawShelf(random)] as Shelf
      const kind = shelf.kinds[shelf.drawKind(random)] as Shelf['kinds'][number]
      const name = [kind.name, kind.variants[kind.drawVariant(random)] as Phrase]
      const title = [...name]
      if (random.chance(0.35)) title.unshift(qualityPhrases[drawQuality(random)] as Phrase)
      if (random.chance(0.7)) title.push(shelf.extras[shelf.drawExtra(random)] as Phrase)
      if (random.chance(0.3)) title.push(shelf.extras[shelf.drawExtra(random)] as Phrase)
      return { category: shelf.goods, median: kind.median, title, name }
    },
    describe(random, thing, place, add) {
      const { words, drawWord } = shelfOf.get(thing.category) as Shelf
      const length = Math.min(300, Math.max(30, Math.round(Math.exp(4.1 + 0.55 * random.normal()))))
      let text = ''
      let left = length
      if (random.chance(0.5)) {
        for (const phrase of [...thing.name, random.pick(openingPhrases), place]) {
          add(phrase)
          text += text ? ` ${phrase.text}` : phrase.capital
        }
        text += '. '
        left -= 3
      }
      while (left > 0) {
        const inSentence = Math.min(left, 5 + random.below(10))
        for (let index = 0; index < inSentence; index += 1) {
          const phrase = (
            random.chance(0.25) ? words[drawWord(random)] : general[drawGeneral(random)]
          ) as Phrase
          add(phrase)
          if (index === 0) text += phrase.capital
          else text += (random.chance(0.08) ? ', ' : ' ') + phrase.text
        }
        left -= inSentence
        text += left > 0 ? (random.chance(0.15) ? '.\\n' : '. ') : '.'
      }
      return text
    },
  }
}
