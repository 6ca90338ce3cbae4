/**
 * Columns as binary PostgreSQL arrays. A set-based statement takes one array per column (`unnest($1::uuid[], ...)`); in
 * text form, quoting and parsing them costs more than the statement itself. The statement declares the types by casts.
 */
const oids = { int2: 21, int4: 23, int8: 20, text: 25, bytea: 17, uuid: 2950, bool: 16 } as const;
const headerBytes = 20;

function allocate(oid: number, length: number, bodyBytes: number, hasNulls: boolean): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + bodyBytes);
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(hasNulls ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
  return length === 0 ? buffer.subarray(0, 12) : buffer;
}

/** An array of fixed-size elements; null elements take no bytes. */
function fixed<T>(oid: number, size: number, write: (buffer: Buffer, value: T, at: number) => void) {
  return (values: readonly (T | null)[]): Buffer => {
    let nulls = 0;
    for (const value of values) if (value === null) nulls++;
    const buffer = allocate(oid, values.length, values.length * (4 + size) - nulls * size, nulls > 0);
    let at = headerBytes;
    for (const value of values) {
      buffer.writeInt32BE(value === null ? -1 : size, at);
      at += 4;
      if (value === null) continue;
      write(buffer, value, at);
      at += size;
    }
    return buffer;
  };
}

export const int2Array = fixed<number>(oids.int2, 2, (buffer, value, at) => buffer.writeInt16BE(value, at));
export const int4Array = fixed<number>(oids.int4, 4, (buffer, value, at) => buffer.writeInt32BE(value, at));
export const int8Array = fixed<bigint>(oids.int8, 8, (buffer, value, at) => buffer.writeBigInt64BE(value, at));
export const boolArray = fixed<boolean>(oids.bool, 1, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at));
export const uuidArray = fixed<string>(oids.uuid, 16, (buffer, value, at) => {
  buffer.write(value.replaceAll("-", ""), at, 16, "hex");
});

export function textArray(values: readonly (string | null)[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += 4 + (value === null ? 0 : Buffer.byteLength(value));
  const buffer = allocate(oids.text, values.length, bytes, values.includes(null));
  let at = headerBytes;
  for (const value of values) {
    const size = value === null ? -1 : buffer.write(value, at + 4);
    buffer.writeInt32BE(size, at);
    at += 4 + Math.max(size, 0);
  }
  return buffer;
}

export function byteaArray(values: readonly (Uint8Array | null)[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += 4 + (value?.length ?? 0);
  const buffer = allocate(oids.bytea, values.length, bytes, values.includes(null));
  let at = headerBytes;
  for (const value of values) {
    buffer.writeInt32BE(value?.length ?? -1, at);
    at += 4;
    if (value) buffer.set(value, at);
    at += value?.length ?? 0;
  }
  return buffer;
}
