/**
 * A typed phone number without what stands between its digits: spaces, hyphens, points, brackets, and the invisible marks of a number
 * that was copied from contacts. Letters stay: they make it no number.
 */
export function plainPhone(typed: string): string {
  return typed.replace(/[^\p{L}\p{N}+]/gu, '')
}

/** A plain number as typed beside a choice of country codes; one that has its own country code keeps it. */
export function withCountryCode(countryCode: string, plain: string): string {
  if (/^(\+|00)/.test(plain)) return plain
  const code = countryCode.slice(1)
  // National numbers have 10 digits at most after their zero.
  if (plain.startsWith(code) && plain.length >= code.length + 10) return `+${plain}`
  return countryCode + plain.replace(/^0/, '')
}

/**
 * Converts a typed phone number to E.164 (`+2348031234567`): `08031234567`, `8031234567`, `2348031234567`,
 * `+2340803…` (country code and the zero of the national form), `00234803…`. Without a country code it is
 * Nigerian. Expects a plain number (`plainPhone`); does not check whether the number is in use.
 */
export function toE164(phone: string): string {
  const digits = phone.replace(/^(\+|00)/, '')
  if (digits !== phone) return `+${dropNationalZero(digits)}`
  if (/^(234\d{10,}|44\d{10,}|1\d{10})$/.test(digits)) return `+${dropNationalZero(digits)}`
  return `+234${digits.replace(/^0/, '')}`
}

/** Nigeria and Britain write a zero before national numbers that the international form omits. */
function dropNationalZero(digits: string): string {
  return digits.replace(/^(234|44)0/, '$1')
}
