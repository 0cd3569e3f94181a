/** What other features may use of signing in. */
export { changePassword, passwordCheck } from './password.service.ts'
export { refuseImpersonatingName } from './reserved-names.service.ts'
