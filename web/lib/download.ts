import { ApiError } from '#shared/client.ts'

/** Downloads a file of the API under the server's name for it. Rejects with ApiError. */
export async function download(url: string, fallbackName: string): Promise<void> {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) {
    const { status, statusText, headers } = response
    throw new ApiError({ status, statusText, headers, text: await response.text() })
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveBlob(await response.blob(), named ?? fallbackName)
}

export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked late: the browser may start to read the file after `click()`.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
