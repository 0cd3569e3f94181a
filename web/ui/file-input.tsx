import type { RefObject } from 'react'

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A hidden file field, which a button opens with `ref.current.click()`. */
export function FileInput({ ref, accept = 'image/*', multiple, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      onChange={({ target }) => {
        const files = Array.from(target.files ?? [])
        // Choosing the same file again must fire a change event.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
