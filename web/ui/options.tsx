interface OptionsProps {
  /** Values with their labels, or names that are their own labels. */
  of: readonly (string | readonly [value: string | number, label: string])[]
}

/** The options of a select. */
export function Options({ of }: OptionsProps) {
  return of.map((one) => {
    const [value, label] = typeof one === 'string' ? [one, one] : one
    return (
      <option key={value} value={value}>
        {label}
      </option>
    )
  })
}
