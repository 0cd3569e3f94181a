import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Question } from '#shared/contract/questions.ts'
import { useSocketEvent, useSocketRoom } from '#web/lib/socket.ts'
import { useInView } from '#web/lib/use-in-view.ts'
import { useReadSoon } from '#web/lib/use-read-soon.ts'
import { refreshQuestions } from './refresh-questions.ts'

interface LiveQuestionsProps {
  section: RefObject<Element | null>
  listingId: number
  questions: Question[] | undefined
  viewerId: number | null
  isSeller: boolean
}

/** Keeps the questions of a listing up to date while the section is near the viewport, and tells screen readers what came in. */
export function LiveQuestions({ section, listingId, questions, viewerId, isSeller }: LiveQuestionsProps) {
  useLiveQuestions(section, listingId)
  return (
    <p aria-live="polite" className="sr-only">
      {useAnnouncement(questions, viewerId, isSeller)}
    </p>
  )
}

/** A sentence for screen readers about questions and answers that arrived since the last render, except the viewer's own. */
function useAnnouncement(
  questions: Question[] | undefined,
  viewerId: number | null,
  isSeller: boolean,
): string {
  const [announcement, setAnnouncement] = useState('')
  const known = useRef(questions)
  useEffect(() => {
    const before = known.current
    known.current = questions
    if (!before || !questions || before === questions) return
    const sentence = announce(before, questions, viewerId, isSeller)
    if (sentence) setAnnouncement(sentence)
  }, [questions, viewerId, isSeller])
  return announcement
}

function announce(
  before: Question[],
  after: Question[],
  viewerId: number | null,
  isSeller: boolean,
): string | null {
  const old = new Map(before.map((question) => [question.id, question]))
  const asked = after.find(({ id, user }) => !old.has(id) && user.id !== viewerId)
  if (asked) return `New question from ${asked.user.fullName}: ${asked.question}`
  const answered = isSeller
    ? undefined
    : after.find(({ id, answer }) => answer !== null && old.get(id)?.answer === null)
  return answered ? `The seller answered ${answered.user.fullName}: ${answered.answer}` : null
}

/** Opens no connection before the section is near the viewport. */
function useLiveQuestions(section: RefObject<Element | null>, listingId: number): void {
  const client = useQueryClient()
  const isInView = useInView(section, { once: false })
  const refresh = () => refreshQuestions(client, listingId)
  // After joining, also after a reconnection: earlier events were missed.
  useSocketRoom('join_listing', isInView ? listingId : null, refresh)
  const refreshSoon = useReadSoon(refresh)
  useSocketEvent('listing_changed', (event) => event.listingId === listingId && refreshSoon(), isInView)
}
