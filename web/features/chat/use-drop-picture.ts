import { type DragEvent, useState } from 'react'
import { firstPicture } from './use-attachment.ts'

/** Takes a picture that is dropped on what gets `props`. */
export function useDropPicture(onDrop: (file: File) => void, isOn: boolean) {
  const [isOver, setIsOver] = useState(false)
  const props = {
    onDragOver(event: DragEvent) {
      if (!isOn || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave() {
      setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      if (!isOn) return
      event.preventDefault()
      const picture = firstPicture(event.dataTransfer.files)
      if (picture) onDrop(picture)
    },
  }
  return { isOver, props }
}
