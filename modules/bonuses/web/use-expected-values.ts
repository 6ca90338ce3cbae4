import { useEffect, useState } from "react";
import { scriptUrls } from "#kit/web/trusted-types.ts";
import type { ValueAnswer, ValueQuestion } from "./expected-value.worker.ts";
import workerUrl from "./expected-value.worker.ts?worker&url";

scriptUrls.push(workerUrl);

/** The answers to these questions, or `failed`; null while they are computed. Other questions stop the work on earlier ones. */
export function useExpectedValues(questions: readonly ValueQuestion[]): readonly ValueAnswer[] | "failed" | null {
  const key = questions
    .map(({ amount, target, stake, of, cap }) => [amount, target, stake, JSON.stringify(of), cap ?? ""].join())
    .join(";");
  const [done, setDone] = useState<{ readonly key: string; readonly answers: readonly ValueAnswer[] | "failed" }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the questions
  useEffect(() => {
    if (questions.length === 0) return;
    const worker = new Worker(workerUrl);
    worker.onmessage = ({ data }: MessageEvent<readonly ValueAnswer[]>) => setDone({ key, answers: data });
    worker.onerror = () => setDone({ key, answers: "failed" });
    worker.postMessage(questions);
    return () => worker.terminate();
  }, [key]);
  return done?.key === key ? done.answers : null;
}
