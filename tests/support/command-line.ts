import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** The options of a tool's command line. A wrong one ends the tool with a line, before it has started anything. */
export function readOptions<O extends ParseArgsOptionsConfig>(options: O) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    const [problem] = (error as Error).message.split('. ')
    return fail(`${problem?.replace(/\.?$/, '.')} The options are ${known.join(', ')}.`)
  }
}

/** The number that an option names, such as `--rounds`. */
export function positive(option: string, text: string): number {
  const number = Number(text)
  return number > 0 ? number : fail(`${option} is a number above 0, not "${text}".`)
}

/** Ends the tool with a line about what the caller can change. */
export function fail(line: string): never {
  console.error(line)
  process.exit(1)
}
