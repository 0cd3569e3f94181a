import { ApiError } from '#shared/client.ts'

/** The refusal of an edited listing, as if the server had sent it. */
export function refusalOfEdit(detail: string): ApiError {
  const text = JSON.stringify({ code: 'CONFLICT', detail })
  return new ApiError({ status: 409, statusText: 'Conflict', headers: new Headers(), text })
}

/** Why a listing was refused: the server's message; image hosts have their own form of errors. */
export function reasonOf(error: ApiError): string {
  if (error.problem) return error.problem.detail
  try {
    const body = JSON.parse(error.message.slice(error.message.indexOf(' '))) as {
      error?: { message?: string }
    }
    if (body.error?.message) return body.error.message
  } catch {
    // No JSON.
  }
  return 'Failed to create listing. Please try again.'
}
