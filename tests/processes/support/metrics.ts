/** A value of /metrics: the sum of all series of a name, or of those whose labels contain `labels`. */
export async function readMetric(url: string, name: string, labels = ''): Promise<number> {
  const answer = await fetch(`${url}/metrics`)
  const text = await answer.text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
