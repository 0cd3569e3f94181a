/** The id of a state's shape in @svg-maps/nigeria. */
export function shapeIdOf(state: string): string {
  return spellings[state] ?? state.toLowerCase().replaceAll(' ', '-')
}

const spellings: Record<string, string> = { 'Federal Capital Territory': 'fct', Nasarawa: 'nassarawa' }
