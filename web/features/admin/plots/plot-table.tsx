import { formatCount } from '#shared/money.ts'

interface PlotTableProps {
  caption: string
  columns: string[]
  /** A name, then numbers. */
  rows: (string | number)[][]
}

/** A plot's numbers as a table, for screen readers and exact values. */
export function PlotTable({ caption, columns, rows }: PlotTableProps) {
  return (
    <details className="mt-2 text-sm">
      <summary className="-my-2 inline-flex min-h-11 items-center text-xs font-semibold text-muted underline decoration-line-strong underline-offset-3 hover:text-ink">
        As a table<span className="sr-only">: {caption}</span>
      </summary>
      <section className="mt-2 max-h-64 overflow-auto" tabIndex={0} aria-label={`${caption}, as a table`}>
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={`py-1 pr-3 font-semibold ${index > 0 ? 'text-right' : ''}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([name, ...numbers]) => (
              <tr key={name}>
                <th scope="row" className="py-1 pr-3 font-medium">
                  {name}
                </th>
                {numbers.map((number, index) => (
                  <td key={columns[index + 1]} className="py-1 pr-3 text-right">
                    {typeof number === 'number' ? formatCount(number) : number}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
