import * as things from './drawings/things.ts'
import { drawn, emoji } from './subject.ts'

/** What is shown in more than one category. */
export const parcel = emoji('1f4e6')
export const plug = emoji('1f50c')
export const bulb = emoji('1f4a1')
export const plant = emoji('1fab4')
export const handset = emoji('1f3ae')
export const wheel = drawn(() => things.tyre())
export const key = emoji('1f511')
export const sofa = emoji('1f6cb-fe0f')
export const bed = emoji('1f6cf-fe0f')
