import type { Draft, DraftForm } from '#shared/contract/drafts.ts'
import { limits } from '#shared/limits.ts'
import { koboToNaira, nairaToKobo } from '#shared/money.ts'
import type { StartValues } from '../form-values.ts'

/** What a draft keeps: every field with a value, in the order of `values`. */
export function contentOf({ priceNaira, status: _, ...values }: StartValues): DraftForm {
  const price = priceNaira ? nairaToKobo(priceNaira) : 0
  const { title = '', description = '', photos = [] } = values
  const content = {
    ...values,
    photos,
    title: title.slice(0, limits.drafts.title),
    description: description.slice(0, limits.drafts.text),
    price: price > 0 && price <= limits.price.max ? price : undefined,
  } satisfies DraftForm
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** The values of a form that shows a draft. */
export function valuesOfDraft({ content: { price, photos = [], ...values } }: Draft): StartValues {
  return {
    ...values,
    ...(price !== undefined && { priceNaira: koboToNaira(price) }),
    photos: photos.map(({ url }) => url),
  } as StartValues
}
