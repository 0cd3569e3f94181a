import { useController } from 'react-hook-form'
import { lgasOf, states } from '#shared/nigeria.ts'
import { Field, Options } from '#web/ui/field.tsx'
import type { ListingFormApi } from './form-values.ts'

/** State and LGA. The LGA is disabled without a state; another state clears it. */
export function PlaceFields({ form }: { form: ListingFormApi }) {
  const { control } = form
  const state = useController({ control, name: 'state' })
  const lga = useController({ control, name: 'lga' })
  const chosenState: string = state.field.value ?? ''

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="State" error={state.fieldState.error?.message}>
        <select
          {...state.field}
          value={chosenState}
          className="input"
          onChange={(event) => {
            state.field.onChange(event)
            form.setValue('lga', '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }}
        >
          <option value="">Select a state</option>
          <Options of={states} />
        </select>
      </Field>
      <Field label="LGA" error={lga.fieldState.error?.message}>
        <select {...lga.field} value={lga.field.value ?? ''} className="input" disabled={!chosenState}>
          <option value="">{chosenState ? 'Select an LGA' : 'Choose a state first'}</option>
          <Options of={lgasOf(chosenState)} />
        </select>
      </Field>
    </div>
  )
}
