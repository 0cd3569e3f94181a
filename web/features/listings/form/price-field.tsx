import { useController } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { NairaInput, useNaira } from '#web/ui/naira-input.tsx'
import type { ListingFormApi } from './form-values.ts'

/** A price in Naira, with thousands separators while it is typed; takes pasted prices with ₦ too. */
export function PriceField({ form }: { form: ListingFormApi }) {
  const { field, fieldState } = useController({ control: form.control, name: 'priceNaira' })
  const naira = useNaira(field.value, field.onChange)
  return (
    <Field label="Price (₦)" error={fieldState.error?.message} hint={naira.hint}>
      <NairaInput
        field={naira.field}
        ref={field.ref}
        name={field.name}
        placeholder="0"
        className="pl-9 text-lg font-semibold tabular-nums"
        onBlur={field.onBlur}
      />
    </Field>
  )
}
