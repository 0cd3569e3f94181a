export const stateElementId = 'oja-state'

/** JSON that is safe in an HTML data block: nothing in it can end the block. */
export function toDataBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
