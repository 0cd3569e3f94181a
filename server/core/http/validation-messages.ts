import { z } from 'zod'

/** What values of a format look like. */
const forms: Record<string, string> = {
  date: 'a date such as 2026-01-31',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  url: 'an address such as https://example.com',
}
const units: Record<string, string> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  file: 'bytes',
}

/**
 * Imported where requests are validated. The last resort for what a schema of the contract refuses without a message of its own, instead of
 * zod's "Too big: expected string to have <=64 characters". Only here: no page loads it.
 */
z.config({
  localeError(issue) {
    if (issue.code === 'invalid_type') return 'Must be a whole number'
    if (issue.code === 'invalid_value') return `Must be ${listOf(issue.values.map(String))}`
    if (issue.code === 'invalid_format')
      return `Must be ${forms[issue.format] ?? 'in the form that /api/docs shows'}`
    if (issue.code === 'too_small')
      return `Must ${amount(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)}`
    if (issue.code === 'too_big')
      return `Must ${amount(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)}`
    return 'This value cannot be used here'
  },
})

function amount(origin: string, bound: string, limit: number | bigint): string {
  const unit = units[origin]
  return unit ? `have ${bound} ${limit} ${unit}` : `be ${bound} ${limit}`
}

function listOf(values: string[]): string {
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`
}
