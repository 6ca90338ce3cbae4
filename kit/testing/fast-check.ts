import fc from "fast-check";

/**
 * fast-check with a fixed seed, so that every run plays the same cases and fails only because of a change.
 * `PROPERTY_SEED=$RANDOM npx vitest run ...` plays others.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261) });

export default fc;
