/** Frees a picture's object URL after two seconds: an image may still be loading it, or its successor. */
export function revokeLater(address: string): void {
  setTimeout(() => URL.revokeObjectURL(address), 2000)
}
