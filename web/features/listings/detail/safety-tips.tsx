import { ShieldCheck } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'

const tips = [
  'Meet the seller in a safe, public location.',
  'Check the item before you make any payment.',
  'Pay only after you have received the item.',
  'Do not share sensitive financial information.',
]

export function SafetyTips() {
  return (
    <section aria-labelledby="safety-title" className="rounded-card bg-accent-soft p-5 text-accent-ink">
      <h2 id="safety-title" className="flex items-center gap-2 text-lg font-bold">
        <ShieldCheck className="size-5" />
        Safety Tips
      </h2>
      <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-accent">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <a href={paths.safety} className="mt-2 inline-flex min-h-11 items-center font-semibold underline">
        More about trading safely
      </a>
    </section>
  )
}
