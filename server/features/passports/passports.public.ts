/** What other features may use of phone passports. */
export { readImeisOf } from './passports.service.ts'
