/** Status of the server's response for a file, bypassing every cache; 0 if it is not reached. */
export async function statusOfFile(url: string): Promise<number> {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return 0
  }
}
