/** What other features may use of phone passports. */
export { readNumbersOf } from './passports.service.ts'
