import type { Feature } from "#studio/frame/shared/feature.ts";

/** What a slot's folder says of its features. */
export async function featuresOf(slug: string): Promise<readonly Feature[]> {
  const { features } = (await import(`#studio/slots/${slug}/features.ts`)) as { readonly features: readonly Feature[] };
  return features;
}
