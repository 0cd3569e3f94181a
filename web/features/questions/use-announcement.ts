import { useEffect, useRef, useState } from 'react'
import type { Question } from '#shared/contract/questions.ts'

/** A sentence for screen readers about questions and answers that arrived since the last render, except the viewer's own. */
export function useAnnouncement(
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
