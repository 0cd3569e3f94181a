import { TriangleAlert } from 'lucide-react'
import { type UseFormRegisterReturn, useController, useWatch } from 'react-hook-form'
import type { Category } from '#shared/contract/catalogue.ts'
import { listingStatuses } from '#shared/contract/listing-values.ts'
import { limits } from '#shared/limits.ts'
import { descriptionWarnings, titleWarnings } from '#shared/listing-warnings.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { Field, Options } from '#web/ui/field.tsx'
import { NairaInput, useNaira } from '#web/ui/naira-input.tsx'
import type { ListingFormApi } from './form-values.ts'

interface FieldsProps {
  form: ListingFormApi
  categories: Category[]
}

export function TitleField({ form, categories }: FieldsProps) {
  const title = useWatch({ control: form.control, name: 'title' }) ?? ''
  const categoryId = useWatch({ control: form.control, name: 'categoryId' })
  const category = categories.find(({ id }) => id === categoryId)
  return (
    <div>
      <Field
        label="Title"
        error={form.formState.errors.title?.message}
        counter={`${title.length}/${limits.title.max}`}
      >
        <input
          {...form.register('title')}
          type="text"
          dir="auto"
          autoComplete="off"
          autoCapitalize="sentences"
          enterKeyHint="next"
          placeholder="e.g. Wooden dining table, 6 seats"
          className="input"
        />
      </Field>
      <SoftWarnings warnings={titleWarnings(title, category?.name)} />
    </div>
  )
}

export function CategoryField({ form, categories }: FieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'categoryId' })
  const chosen: number | undefined = field.value
  return (
    <Field label="Category" error={fieldState.error?.message}>
      <select
        {...field}
        value={chosen ?? ''}
        className="input"
        onChange={({ target }) => field.onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">Select a category</option>
        <Options of={categories.map(({ id, name }) => [id, name] as const)} />
      </select>
    </Field>
  )
}

export function DescriptionField({ form }: Pick<FieldsProps, 'form'>) {
  const description = useWatch({ control: form.control, name: 'description' }) ?? ''
  return (
    <div>
      <Field
        label="Description"
        error={form.formState.errors.description?.message}
        counter={`${description.length}/${limits.description.max}`}
      >
        <textarea
          {...form.register('description')}
          rows={6}
          dir="auto"
          placeholder="How old is it, how well does it work, what comes with it, why do you sell it?"
          className="input field-sizing-content max-h-[28rem] min-h-36 leading-relaxed"
        />
      </Field>
      <SoftWarnings warnings={descriptionWarnings(description)} />
    </div>
  )
}

/** Advice on a field, in amber: it blocks nothing. Always rendered, so that screen readers announce changes. */
function SoftWarnings({ warnings }: { warnings: string[] }) {
  return (
    <div aria-live="polite">
      {warnings.map((warning) => (
        <p
          key={warning}
          className="mt-2 flex items-start gap-2 rounded-control bg-accent-soft px-3 py-2 text-sm text-accent-ink"
        >
          <TriangleAlert size={16} className="mt-0.5" />
          <span className="sr-only">Tip: </span>
          {warning}
        </p>
      ))}
    </div>
  )
}

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
        className="text-lg font-semibold tabular-nums"
        onBlur={field.onBlur}
      />
    </Field>
  )
}

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

interface ChoiceFieldProps<T extends string> {
  legend: string
  options: { value: T; label: string; hint?: string }[]
  error?: string | undefined
  registration: UseFormRegisterReturn
}

/** A few choices side by side, as radio buttons large enough for a thumb. */
export function ChoiceField<T extends string>({ legend, options, error, registration }: ChoiceFieldProps<T>) {
  const errorId = `${registration.name}-error`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-12 flex-1 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-3 py-2 sm:gap-3 sm:px-4 transition-colors hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              value={value}
              {...registration}
              className="peer size-5 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0 leading-tight">
              <span className="block font-semibold peer-checked:text-brand-ink">{label}</span>
              {hint && <span className="hidden text-xs text-muted sm:block">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Active, sold or hidden. A listing hidden by a moderator stays hidden. */
export function StatusField({ form, locked }: { form: ListingFormApi; locked: boolean }) {
  return (
    <Field
      label="Listing Status"
      error={form.formState.errors.status?.message}
      hint={
        locked
          ? 'This listing stays hidden until a moderator shows it.'
          : 'Set to Sold when the item is no longer available. Hidden listings are seen by you only.'
      }
    >
      <select {...form.register('status')} className="input">
        {listingStatuses.map((status) => (
          <option key={status} value={status} disabled={locked && status !== 'HIDDEN'}>
            {statusLabels[status]}
          </option>
        ))}
      </select>
    </Field>
  )
}
