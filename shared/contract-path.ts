/** Whether an address, with or without a query, belongs to a contract path; its parameters are whole numbers. */
export function isAddressOf(path: string, url: string): boolean {
  const parts = path.split('/')
  const given = url.split('?', 1).join().split('/')
  const fits = (part: string, text = '') => (part.startsWith(':') ? /^\d+$/.test(text) : part === text)
  return parts.length === given.length && parts.every((part, index) => fits(part, given[index]))
}
