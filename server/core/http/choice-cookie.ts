/** What was chosen for this browser (web/lib/choice-cookie.ts): over HTTPS by a name that no other host can set. */
export function choiceOf(
  { cookies }: { cookies: Record<string, string | undefined> },
  name: 'theme' | 'saver',
): string | undefined {
  return cookies[`__Host-${name}`] ?? cookies[name]
}
