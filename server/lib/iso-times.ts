/** A row of the database with its times in ISO 8601, as the API has them. */
export type WithIsoTimes<Row> = {
  [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K]
}

/** Converts the times of a row; those inside its objects stay. */
export function withIsoTimes<Row extends object>(row: Row): WithIsoTimes<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries) as WithIsoTimes<Row>
}
