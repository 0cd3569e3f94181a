import type { Subject } from './subject.ts'
import { books } from './subjects/books.ts'
import { electronics } from './subjects/electronics.ts'
import { fashion } from './subjects/fashion.ts'
import { furniture } from './subjects/furniture.ts'
import { kids } from './subjects/kids.ts'
import { other } from './subjects/other.ts'
import { phones } from './subjects/phones-tablets.ts'
import { property } from './subjects/property.ts'
import { services } from './subjects/services.ts'
import { vehicles } from './subjects/vehicles.ts'

/** Everything that a demo picture can show, by name. */
export const subjects: Record<string, Subject> = {
  ...phones,
  ...electronics,
  ...vehicles,
  ...property,
  ...fashion,
  ...furniture,
  ...books,
  ...services,
  ...kids,
  ...other,
}
