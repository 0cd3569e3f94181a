const units: [number, string][] = [
  [2 ** 40, 'TB'],
  [2 ** 30, 'GB'],
  [2 ** 20, 'MB'],
  [2 ** 10, 'KB'],
]

/** Formats bytes in units of 1,024, like `df -h`: `1.5 GB`, `812 MB`. */
export function formatBytes(bytes: number): string {
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, 'bytes']
  const count = bytes / size
  return `${count < 10 && unit !== 'bytes' ? Math.round(count * 10) / 10 : Math.round(count)} ${unit}`
}
