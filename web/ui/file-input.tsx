import type { RefObject } from 'react'

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** An invisible file field, which a button opens with `ref.current.click()`. */
export function FileInput({ ref, label, accept = 'image/*', multiple, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={({ target }) => {
        const files = Array.from(target.files ?? [])
        // Choosing the same file again must fire a change event.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
