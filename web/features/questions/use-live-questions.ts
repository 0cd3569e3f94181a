import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { useSocketEvent, useSocketRoom } from '#web/lib/socket.ts'
import { refreshQuestions } from './refresh-questions.ts'

/** Distance from the viewport within which the section counts as near. */
const margin = '300px'

/** Keeps the questions of a listing up to date while the section is near the viewport; opens no connection before that. */
export function useLiveQuestions(section: RefObject<Element | null>, listingId: number): void {
  const client = useQueryClient()
  const near = useNear(section)
  const refresh = () => refreshQuestions(client, listingId)
  // After joining, also after a reconnection: earlier events were missed.
  useSocketRoom('join_listing', near ? listingId : null, refresh)
  useSocketEvent('questions_changed', (event) => event.listingId === listingId && refresh(), near)
}

function useNear(target: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  return near
}
