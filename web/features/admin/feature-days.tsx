const featureDays = [7, 14, 30] as const
export type FeatureDays = (typeof featureDays)[number]

export function FeatureDaysField({
  days,
  onChange,
}: {
  days: FeatureDays
  onChange: (days: FeatureDays) => void
}) {
  return (
    <fieldset className="mb-5">
      <legend className="mb-1.5 text-sm font-semibold">For how long</legend>
      <div className="grid grid-cols-3 gap-2">
        {featureDays.map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong text-sm font-semibold has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="days"
              className="sr-only"
              checked={days === choice}
              onChange={() => onChange(choice)}
            />
            {choice} days
          </label>
        ))}
      </div>
    </fieldset>
  )
}
