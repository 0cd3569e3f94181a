export const stateElementId = 'oja-state'

/** JSON that is safe in an HTML data block: nothing in it can end the block. */
export function toDataBlock(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
