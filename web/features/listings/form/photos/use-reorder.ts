import { type PointerEvent as ReactPointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Milliseconds that a finger rests on an item before it is lifted; until then the page scrolls. */
const longPress = 220

/** Pixels that a mouse moves before it drags, and a finger may move without ending its long press. */
const slack = 8

interface Dragged {
  key: string
  /** Where the pointer is, in pixels of the list. */
  x: number
  y: number
}

/**
 * Drags items of a grid to another place: by mouse at once, by finger after a long press. Each item is a child
 * of the list with `data-key`; the list is positioned. `onMove` is called whenever the pointer is over another place.
 */
export function useReorder(onMove: (key: string, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const isDragging = useRef(false)
  const end = useRef<() => void>(undefined)
  const move = useRef(onMove)
  move.current = onMove

  // The dragged item stays under the pointer, whatever its current place in the grid.
  useLayoutEffect(() => {
    const element = dragged && itemsOf(list.current).find((item) => item.dataset.key === dragged.key)
    if (!element) return
    const x = dragged.x - element.offsetLeft - element.offsetWidth / 2
    const y = dragged.y - element.offsetTop - element.offsetHeight / 2
    element.style.transform = `translate(${x}px, ${y}px) scale(1.04)`
    return () => {
      element.style.transform = ''
    }
  })

  useEffect(() => {
    const element = list.current
    // Only a non-passive listener can prevent scrolling during a drag.
    const preventScroll = (event: TouchEvent) => {
      if (isDragging.current && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', preventScroll, { passive: false })
    return () => {
      element?.removeEventListener('touchmove', preventScroll)
      end.current?.()
    }
  }, [])

  function start(event: ReactPointerEvent, key: string) {
    if (event.button !== 0 || end.current) return
    const from = { x: event.clientX, y: event.clientY }
    const byFinger = event.pointerType !== 'mouse'
    const timer = byFinger ? setTimeout(() => lift(from.x, from.y), longPress) : undefined

    function lift(x: number, y: number) {
      isDragging.current = true
      // Browsers refuse `vibrate` before the first user activation and log a warning.
      if (byFinger && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10)
      follow(x, y)
    }
    function follow(clientX: number, clientY: number) {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const x = clientX - box.left
      const y = clientY - box.top
      const items = itemsOf(list.current)
      const over = items.findIndex((item) => contains(item, x, y))
      if (over >= 0 && items[over]?.dataset.key !== key) move.current(key, over)
      setDragged({ key, x, y })
    }
    const onPointerMove = (moved: PointerEvent) => {
      if (isDragging.current) return follow(moved.clientX, moved.clientY)
      if (Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < slack) return
      if (byFinger) stop()
      else lift(moved.clientX, moved.clientY)
    }
    const onRelease = () => {
      if (isDragging.current) swallowNextClick()
      stop()
    }
    function stop() {
      clearTimeout(timer)
      isDragging.current = false
      end.current = undefined
      setDragged(null)
      removeEventListener('pointermove', onPointerMove)
      removeEventListener('pointerup', onRelease)
      removeEventListener('pointercancel', stop)
    }
    addEventListener('pointermove', onPointerMove)
    addEventListener('pointerup', onRelease)
    addEventListener('pointercancel', stop)
    end.current = stop
  }

  return { list, draggedKey: dragged?.key, start }
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? [])]
}

/** Its position in the layout, without transforms. */
function contains({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement, x: number, y: number) {
  return x >= offsetLeft && x < offsetLeft + offsetWidth && y >= offsetTop && y < offsetTop + offsetHeight
}

/** Suppresses the click that follows a drag. */
function swallowNextClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50)
}
