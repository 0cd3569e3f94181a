/** An IMEI's length in digits; the last one is a check digit. */
export const imeiLength = 15

/** The digits of a typed or copied IMEI: without spaces, dashes, dots, invisible marks, and the software version that some phones add ("… / 01"). */
export function imeiDigits(typed: string): string {
  return typed.replace(/[\s.\p{Pd}\p{Cf}]/gu, '').replace(/\/\d{2}$/, '')
}

/** An error message with advice for an invalid IMEI; null if it is valid. */
export function imeiProblem(digits: string): string | null {
  if (!/^\d*$/.test(digits)) return 'An IMEI has only digits. Dial *#06# to see it.'
  if (digits.length !== imeiLength)
    return `An IMEI has ${imeiLength} digits, and here are ${digits.length}. Dial *#06# to see it.`
  if (new Set(digits).size === 1) return 'This is not the number of a phone. Dial *#06# to see it.'
  if (!passesLuhn(digits)) return 'One of the digits is wrong. Compare them with what *#06# shows.'
  return null
}

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1). */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
