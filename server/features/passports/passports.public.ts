/** What other features may use of phone passports. */
export { imeiFilesOf } from './passports.service.ts'
