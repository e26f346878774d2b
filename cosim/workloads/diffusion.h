/* Speckle-reducing anisotropic diffusion (SRAD), the arithmetic of one point, as Rodinia's two
 * versions have it; equations of Yu and Acton, 2002. */
#ifndef MEMLOOM_DIFFUSION_H
#define MEMLOOM_DIFFUSION_H

/* Diffusion coefficient in 0..1 of a point; d: differences to its four neighbours, q0: squared
 * coefficient of variation of the image's noise (equations 31 to 33). */
static inline float diffusion_coefficient(const float d[4], float centre, float q0)
{
    float gradient = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3]) / (centre * centre);
    float laplacian = (d[0] + d[1] + d[2] + d[3]) / centre;
    float numerator = 0.5f * gradient - laplacian * laplacian / 16;
    float denominator = 1 + 0.25f * laplacian;
    float q = numerator / (denominator * denominator);
    float c = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
    return c < 0 ? 0 : c > 1 ? 1 : c;
}

/* A point after a step; d as above, c: coefficients towards them (equations 58 and 61). */
static inline float diffused(float centre, const float d[4], const float c[4], float lambda)
{
    return centre + 0.25f * lambda * (c[0] * d[0] + c[1] * d[1] + c[2] * d[2] + c[3] * d[3]);
}

/* q0 from the sums of `count` points and of their squares. */
static inline float noise_of(float sum, float squares, float count)
{
    float mean = sum / count;
    return (squares / count - mean * mean) / (mean * mean);
}

#endif
