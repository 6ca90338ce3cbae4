import fc from "fast-check";

/**
 * fast-check with a seed of its own, so that a run of the tests plays the same cases every time and fails only for what was changed.
 * `PROPERTY_SEED=$RANDOM npx vitest run ...` plays others.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261) });

export default fc;
