/**
 * Integration tests that may run a second time: none that moves money, because a race that loses money once in a hundred runs would
 * pass the second time. Whatever is not named here has one attempt.
 */
const folders = [
  "kit/",
  ...[
    ...["accounts", "approvals", "attribution", "audit", "captcha", "catalogue", "factors", "messages", "mirrors"],
    ...["notifications", "odds", "operations", "operators", "redirects", "social", "support", "verification"],
  ].map(name => `modules/${name}/`),
];
const raceOrFault = /race|kill|fault|hostile|model/;
const most = 3;

/** Whether what failed is little, and nothing of it may be a race of money. */
export function mayRunAgain(files: readonly string[]): boolean {
  const isAllowed = (file: string) => folders.some(folder => file.startsWith(folder)) && !raceOrFault.test(file);
  return files.length > 0 && files.length <= most && files.every(isAllowed);
}
