/** Oja cannot start: one line for the person at the terminal, naming the cause and the remedy. */
export class StartupError extends Error {
  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy}`)
    this.name = 'StartupError'
  }
}
