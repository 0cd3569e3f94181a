/**
 * A phone number as E.164 (`+2348031234567`), from what people type: `08031234567`, `8031234567`, `2348031234567`,
 * `+2340803…` (country code and the zero of the national form), `00234803…`. Without a country code it is Nigerian.
 * Expects digits with at most a leading '+'; does not judge whether the number is in use.
 */
export function toE164(phone: string): string {
  const digits = phone.replace(/^(\+|00)/, '')
  if (digits !== phone) return `+${dropNationalZero(digits)}`
  if (/^(234\d{10,}|44\d{10,}|1\d{10})$/.test(digits)) return `+${dropNationalZero(digits)}`
  return `+234${digits.replace(/^0/, '')}`
}

/** Nigeria and Britain write a zero before national numbers that the international form leaves out. */
function dropNationalZero(digits: string): string {
  return digits.replace(/^(234|44)0/, '$1')
}
