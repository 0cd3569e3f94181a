import { useController, useWatch } from 'react-hook-form'
import type { Category } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { descriptionWarnings, titleWarnings } from '#shared/listing-warnings.ts'
import { Field, Options } from '#web/ui/field.tsx'
import type { ListingFormApi } from './form-values.ts'
import { SoftWarnings } from './soft-warnings.tsx'

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
          autoComplete="off"
          autoCapitalize="sentences"
          enterKeyHint="next"
          placeholder="e.g. Solid wood dining table, 6 seats"
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
          placeholder="How old is it, how well does it work, what comes with it, why do you sell it?"
          className="input field-sizing-content max-h-[28rem] min-h-36 leading-relaxed"
        />
      </Field>
      <SoftWarnings warnings={descriptionWarnings(description)} />
    </div>
  )
}
