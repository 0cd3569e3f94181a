/** The status that the server answers for a file, past every cache; 0 where it is not reached. */
export async function statusOfFile(url: string): Promise<number> {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return 0
  }
}
