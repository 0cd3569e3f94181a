import { listingStatuses } from '#shared/contract/listing-values.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { Field } from '#web/ui/field.tsx'
import type { ListingFormApi } from './form-values.ts'

/** Active, sold or hidden. A listing hidden by a moderator cannot be made active here. */
export function StatusField({ form, locked }: { form: ListingFormApi; locked: boolean }) {
  return (
    <Field
      label="Listing Status"
      error={form.formState.errors.status?.message}
      hint={
        locked
          ? 'A moderator hid this listing. It cannot be made active again until a moderator shows it.'
          : 'Set to Sold when the item is no longer available. Hidden listings are seen by you only.'
      }
    >
      <select {...form.register('status')} className="input">
        {listingStatuses.map((status) => (
          <option key={status} value={status} disabled={locked && status === 'ACTIVE'}>
            {statusLabels[status]}
          </option>
        ))}
      </select>
    </Field>
  )
}
