import { useId } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { conditionLabels, labelled, priceTypeLabels } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'
import { Field, Options } from '#web/ui/field.tsx'
import { NairaInput, useNaira } from '#web/ui/naira-input.tsx'

interface FilterFieldsProps {
  draft: BrowseState
  onChange: (change: BrowseState) => void
  categories: Category[]
}

export function FilterFields({ draft, onChange, categories }: FilterFieldsProps) {
  const lgas = lgasOf(draft.state ?? '')
  return (
    <div className="space-y-6 pt-1 pb-2">
      <Field label="Category">
        <Choice
          value={draft.category}
          any="All categories"
          options={categories.map(({ id, name }) => [String(id), name])}
          onChange={(category) => onChange({ category })}
        />
      </Field>
      <Segments
        legend="Condition"
        value={draft.condition}
        options={labelled(conditionLabels)}
        onChange={(condition) => onChange({ condition })}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Price Range</legend>
        <div className="flex flex-wrap items-center gap-2">
          <Naira
            label="Minimum price in Naira"
            placeholder="Min"
            value={draft.minPrice}
            onChange={(minPrice) => onChange({ minPrice })}
          />
          <span aria-hidden className="text-muted">
            –
          </span>
          <Naira
            label="Maximum price in Naira"
            placeholder="Max"
            value={draft.maxPrice}
            onChange={(maxPrice) => onChange({ maxPrice })}
          />
        </div>
      </fieldset>
      <Segments
        legend="Price type"
        value={draft.priceType}
        options={labelled(priceTypeLabels)}
        onChange={(priceType) => onChange({ priceType })}
      />
      <Field
        label="State"
        aside={
          <a href={paths.places} className="link -my-3 inline-flex min-h-11 items-center text-sm">
            On a map
          </a>
        }
      >
        <Choice
          value={draft.state}
          any="All states"
          options={states.map((name) => [name, name])}
          onChange={(state) => onChange({ state })}
        />
      </Field>
      {lgas.length > 0 && (
        <Field label="LGA">
          <Choice
            value={draft.lga}
            any={`All of ${draft.state}`}
            options={lgas.map((name) => [name, name])}
            onChange={(lga) => onChange({ lga })}
          />
        </Field>
      )}
    </div>
  )
}

type Choices = (readonly [value: string, label: string])[]

interface ChoiceProps {
  value: string | undefined
  any: string
  options: Choices
  onChange: (value: string | undefined) => void
  id?: string
}

function Choice({ value, any, options, onChange, ...wiring }: ChoiceProps) {
  return (
    <select
      {...wiring}
      className="input"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{any}</option>
      <Options of={options} />
    </select>
  )
}

interface SegmentsProps extends Omit<ChoiceProps, 'any' | 'id'> {
  legend: string
}

/** Radio buttons in a bar, 'Any' first. */
function Segments({ legend, value, options, onChange }: SegmentsProps) {
  const name = useId()
  const all: Choices = [['', 'Any'], ...options]
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-control bg-sunken p-1">
        {all.map(([option, label]) => (
          <label
            key={option}
            className="grid min-h-11 flex-auto cursor-pointer place-items-center rounded-lg px-2 text-center whitespace-nowrap text-sm font-semibold text-muted transition-colors has-checked:bg-brand-soft has-checked:text-brand-ink has-checked:shadow-flat has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={(value ?? '') === option}
              onChange={() => onChange(option || undefined)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface NairaProps {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function Naira({ label, placeholder, value, onChange }: NairaProps) {
  const { field } = useNaira(value ? Number(value) : undefined, (amount) => onChange(amount?.toString()))
  // Otherwise the filter would be left out without a word.
  const isAmount = field.value === '' || Number(value) >= 0
  return (
    <div className="min-w-0 flex-1 basis-[5rem]">
      <NairaInput
        field={field}
        ref={(input) =>
          input?.setCustomValidity(isAmount ? '' : 'Please type an amount in Naira, such as 50,000.')
        }
        aria-label={label}
        placeholder={placeholder}
      />
    </div>
  )
}
