import { type DragEvent, useState } from 'react'
import { picturesIn } from './use-attachments.ts'

/** Accepts pictures dropped on the element that gets `props`. */
export function useDropPicture(onDrop: (files: File[]) => void, isOn: boolean) {
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
      const pictures = picturesIn(event.dataTransfer.files)
      if (pictures.length > 0) onDrop(pictures)
    },
  }
  return { isOver, props }
}
