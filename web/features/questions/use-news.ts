import { useEffect, useRef, useState } from 'react'
import type { Question } from '#shared/contract/questions.ts'

/** What came in since the last look, in a sentence to be read out; nothing of the viewer's own doing. */
export function useNews(
  questions: Question[] | undefined,
  viewerId: number | null,
  isSeller: boolean,
): string {
  const [news, setNews] = useState('')
  const known = useRef(questions)
  useEffect(() => {
    const before = known.current
    known.current = questions
    if (!before || !questions || before === questions) return
    const sentence = tell(before, questions, viewerId, isSeller)
    if (sentence) setNews(sentence)
  }, [questions, viewerId, isSeller])
  return news
}

function tell(
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
